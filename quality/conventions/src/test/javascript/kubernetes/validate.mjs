// Validates each manifest of a file with a JSON array against the schema of its kind.
import fs from "node:fs"
import process from "node:process"

const manifests = JSON.parse(fs.readFileSync(process.argv[2], "utf8"))
const problems = []
for (const manifest of manifests) {
  const name = `${manifest.kind} ${manifest.metadata?.name}`
  // Kinds of the core have no group; those of the Prometheus operator are in a package of their own.
  const models = manifest.apiVersion.startsWith("monitoring.coreos.com/")
    ? "@kubernetes-models/prometheus-operator"
    : "kubernetes-models"
  try {
    const { [manifest.kind]: Kind } = await import(`${models}/${manifest.apiVersion}`)
    new Kind(manifest).validate()
  } catch (problem) {
    problems.push(`${name}: ${problem.message}`)
  }
}
if (problems.length > 0) {
  console.log(problems.join("\n"))
  process.exit(1)
}
console.log(`${manifests.length} manifests are valid`)
