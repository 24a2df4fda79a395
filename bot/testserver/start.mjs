// SPDX-License-Identifier: MIT

// Starts main.ts where the Node at hand can: an older one reads no TypeScript, and says nothing of use about it.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`The test server needs Node 22.18 or later, and this is ${process.versions.node}: "make server" in the project's folder fetches one and starts the server with it, or install one from nodejs.org.`)
  process.exit(2)
}
await import('./main.ts')
