import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A database server of ours in a temporary folder, on this machine only. */
export interface Daemon {
  readonly url: string
  /** What its files take on disk. */
  storedBytes(): Promise<number>
  /** Resolves when that has stayed the same for this long. */
  untilSteady(seconds: number): Promise<void>
  /** Ends it and removes its folder. */
  close(): Promise<void>
}

interface DaemonOptions {
  readonly binary: string
  /** A path that answers when it is ready. */
  readonly readyPath: string
  parameters(setup: DaemonSetup): readonly string[]
  environment?(setup: DaemonSetup): Record<string, string>
}

interface DaemonSetup {
  readonly folder: string
  /** Free ports. */
  readonly port: number
  readonly otherPort: number
}

/** Undefined when the program is not installed. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon | undefined> {
  const program = await findProgram(options.binary)
  if (program === undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-bench-'))
  const setup = { folder, port: await freePort(), otherPort: await freePort() }
  const child = spawn(program, [...options.parameters(setup)], {
    stdio: 'ignore',
    env: { ...process.env, ...options.environment?.(setup) },
  })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${setup.port}`
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await Promise.race([
      untilReady(`${url}${options.readyPath}`),
      exited.then(() => Promise.reject(new Error(`${options.binary} ended before it was ready`))),
    ])
  } catch (error) {
    await close()
    throw error
  }
  const storedBytes = (): Promise<number> => sizeOf(folder)
  return { url, close, storedBytes, untilSteady: (seconds) => untilSteady(storedBytes, seconds) }
}

async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name)
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (usable) return path
  }
  return undefined
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const READY_SECONDS = 20

async function untilReady(url: string): Promise<void> {
  const end = Date.now() + READY_SECONDS * 1000
  while (Date.now() < end) {
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await delay(50)
  }
  throw new Error(`${url} did not answer within ${READY_SECONDS} s`)
}

/** Unit of `blocks`, which leave out what a sparse file only announces. */
const BLOCK_BYTES = 512

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    // A file may be merged away while we look.
    bytes += await stat(join(entry.parentPath, entry.name)).then(
      ({ blocks }) => blocks * BLOCK_BYTES,
      () => 0,
    )
  }
  return bytes
}

const LOOKS_A_SECOND = 2
const MOST_SECONDS = 60

async function untilSteady(storedBytes: () => Promise<number>, seconds: number): Promise<void> {
  let last = -1
  let same = 0
  for (let look = 0; look < MOST_SECONDS * LOOKS_A_SECOND && same < seconds * LOOKS_A_SECOND; look += 1) {
    await delay(1000 / LOOKS_A_SECOND)
    const bytes = await storedBytes()
    same = bytes === last ? same + 1 : 0
    last = bytes
  }
}
