#!/usr/bin/env node
// The command line in a checkout: runs its sources on the Node that comes with the project.

import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, 'node', fileURLToPath(new URL('../src/main.ts', import.meta.url)))
await import('../../scripts/launch.mjs')
