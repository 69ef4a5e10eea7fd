#!/usr/bin/env node
// The command of the npm package: runs `fieldwatch` beside it on a Node that fits, which npm has installed where its own does not.

import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, 'sh', fileURLToPath(new URL('fieldwatch', import.meta.url)))
await import('../scripts/launch.mjs')
