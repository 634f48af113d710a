// Verifies a delivery, given as a file of secret, headers and body, with the published libraries.
import { readFileSync } from 'node:fs';
import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';

const { secret, headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const [name, Library] of Object.entries({ standardwebhooks: Standard, svix: Svix })) {
  const webhook = new Library(secret);
  const event = webhook.verify(body, headers);
  let refused = false;
  try {
    webhook.verify(`${body} `, headers);
  } catch {
    refused = true;
  }
  console.log(name, (event ?? JSON.parse(body)).id, refused ? 'refuses others' : 'accepts others');
}
