import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'web/dist')
const MINUTE = 60_000

/** Debian and its relatives have a user for what should own nothing. */
export const NOBODY = 65_534

export interface Machine {
  /** Versions of what is installed before us. */
  readonly node: string
  readonly npm: string
  /** Name of the folder that the project is in. */
  readonly folder: string
  /** Modes of the folder around it. */
  readonly mode: number
  /** Who installs and runs it; left out, we. */
  readonly uid?: number | undefined
  /** Whether the web app is built there, too: otherwise it comes from here, if it is built here. */
  readonly builds?: boolean
}

export interface Finished {
  readonly code: number | null
  readonly output: string
}

export interface FreshMachine {
  /** The project as it is committed. */
  readonly folder: string
  /** Runs a command to its end. */
  run(command: string, ...parameters: string[]): Promise<Finished>
  /** Starts the demo and resolves when it has printed that it is ready, with its output. */
  startDemo(): Promise<{ banner: string; stop(): Promise<Finished> }>
  close(): Promise<void>
}

/** Programs by their versions, for all machines of a run. */
export async function openWorkshop(): Promise<{ folder: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-workshop-'))
  await chmod(folder, 0o755)
  return { folder, close: () => rm(folder, { recursive: true, force: true }) }
}

/** Puts a copy of the project on a machine that has an older Node, some npm, and nothing else of ours. */
export async function openMachine(
  workshop: string,
  { node, npm, folder, mode, uid, builds = false }: Machine,
): Promise<FreshMachine> {
  const base = await mkdtemp(join(tmpdir(), 'fieldwatch-machine-'))
  const project = join(base, folder)
  const home = join(base, 'home')
  for (const path of [base, project, home]) {
    await mkdir(path, { recursive: true })
    await chmod(path, path === base ? mode : 0o755)
    if (uid !== undefined) await chown(path, uid, uid)
  }
  const user = uid === undefined ? {} : { uid, gid: uid }
  const path = await installPrograms(workshop, { node, npm })
  // npm refuses a cache that another user has written.
  const settings = await settingsOfNpm(uid === undefined ? ['registry', 'cafile', 'cache'] : undefined)
  const env = { ...settings, HOME: home, PATH: `${path}:/usr/bin:/bin` }
  await run('sh', ['-c', 'git -C "$0" archive HEAD | tar x -m --no-same-owner -C "$1"', ROOT, project])
  if (!builds && existsSync(DIST)) await cp(DIST, join(project, 'web/dist'), { recursive: true })
  if (uid !== undefined) await run('chown', ['-R', `${uid}:${uid}`, project])
  const start = (command: string, parameters: readonly string[]): ChildProcess =>
    spawn(command, parameters, { ...user, cwd: project, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  return {
    folder: project,
    run: (command, ...parameters) => finished(start(command, parameters)),
    startDemo: () => startDemo(start('npm', ['run', 'demo'])),
    close: () => rm(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  }
}

/** What the npm and the tests around us have set. */
const OF_TESTS = /^(npm_|NODE_TEST|NODE_COMPILE_CACHE|FIELDWATCH_|DATABASE_URL|INIT_CWD)/

/** Where npm gets packages from, as it is set up here; nothing else of the npm that runs us. */
export async function settingsOfNpm(
  names: readonly string[] = ['registry', 'cafile'],
): Promise<Record<string, string | undefined>> {
  const ours = Object.entries(process.env).filter(([name]) => !OF_TESTS.test(name))
  const settings = await Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const { stdout } = await run('npm', ['config', 'get', name], { cwd: tmpdir(), env: Object.fromEntries(ours) })
      return [`npm_config_${name}`, stdout.trim()]
    }),
  )
  const free = { FIELDWATCH_PORT: '0', FIELDWATCH_MQTT_PORT: '0' }
  return { ...Object.fromEntries([...ours, ...settings.filter(([, value]) => value !== 'null')]), ...free }
}

/** A folder with `node`, `npm` and nothing else. */
export async function installPrograms(workshop: string, { node, npm }: Pick<Machine, 'node' | 'npm'>): Promise<string> {
  const packageOfNode = `node-linux-${process.arch}`
  const folder = join(workshop, `node-${node}-npm-${npm}`)
  const bin = join(folder, 'path')
  await mkdir(bin, { recursive: true })
  const wanted = [`${packageOfNode}@${node}`, `npm@${npm}`]
  const options = { cwd: folder, env: { ...process.env, ...(await settingsOfNpm()) }, timeout: 5 * MINUTE }
  await run('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--silent', ...wanted], options)
  await symlink(join(folder, 'node_modules', packageOfNode, 'bin/node'), join(bin, 'node'))
  await symlink(join(folder, 'node_modules/npm/bin/npm-cli.js'), join(bin, 'npm'))
  return bin
}

async function finished(child: ChildProcess): Promise<Finished> {
  const killer = setTimeout(() => killGroup(child), 8 * MINUTE)
  const [output, errors, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  clearTimeout(killer)
  return { code, output: output + errors }
}

function startDemo(child: ChildProcess): Promise<{ banner: string; stop(): Promise<Finished> }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ banner: string; stop(): Promise<Finished> }>()
  const ended = once(child, 'close') as Promise<[number | null]>
  let output = ''
  const stop = async (): Promise<Finished> => {
    child.kill('SIGTERM')
    const [code] = await ended
    return { code, output }
  }
  const patience = setTimeout(() => killGroup(child), 8 * MINUTE)
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
      if (output.includes('Ctrl-C stops it')) resolve({ banner: output, stop })
    })
  }
  void ended.then(([code]) => {
    clearTimeout(patience)
    reject(new Error(`npm run demo ended with ${code} before it was ready:\n${output}`))
  })
  return promise
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}
