// Prints the diagnostics of an AsyncAPI document; exits with 1 where one is an error or a warning.
import { readFile } from 'node:fs/promises';
import { DiagnosticSeverity, Parser } from '@asyncapi/parser';

const file = process.argv[2];
const { document, diagnostics } = await new Parser().parse(await readFile(file, 'utf8'), {
  source: file,
});
const problems = diagnostics.filter((found) => found.severity <= DiagnosticSeverity.Warning);
for (const { path, message } of problems) {
  console.log(`${path.join('.')}: ${message}`);
}
if (!document || problems.length > 0) {
  process.exit(1);
}
console.log(
  `${file} is a valid AsyncAPI ${document.version()} document of ${document.messages().length} messages`,
);
