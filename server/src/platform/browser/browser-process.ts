import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { type BrowserEvent, type DevTools, openDevTools } from './devtools-pipe.ts'

export interface BrowserSettings {
  /** The path of a Chromium or Chrome. */
  readonly path: string
  /** Whether it confines its own processes; that needs user namespaces, and another user than root. */
  readonly sandbox: boolean
}

export interface BrowserLimits {
  /** The most memory of all processes of the browser together. */
  readonly memoryBytes: number
  /** The most bytes of one message, and so of what is drawn. */
  readonly messageBytes: number
}

interface Wanted extends BrowserSettings {
  readonly limits: BrowserLimits
  /** What `navigator.languages` and the formats of times and numbers follow, such as `en-GB`. */
  readonly locale: string
  readonly onEvent: (event: BrowserEvent) => void
}

export interface BrowserProcess extends AsyncDisposable {
  readonly send: DevTools['send']
  /** Rejects when the browser ends, or uses too much memory. */
  readonly ended: Promise<never>
}

/** Its memory is looked at so often. */
const LOOK_MS = 250
/** What it says when it fails is kept to this length. */
const MOST_SAID = 2_000
/** Linux counts memory in pages of this size, but for a few machines where they are larger: the limit is reached sooner there. */
const PAGE_BYTES = 4096
/** The address of a proxy that isn't there: whatever is not answered by the pipe finds no network. */
const NO_NETWORK = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
]

const QUIET = [
  '--headless',
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-quic',
  '--disable-sync',
  '--metrics-recording-only',
  '--password-store=basic',
  '--renderer-process-limit=1',
]

/**
 * Starts a browser with a profile of its own and without any network. When it is disposed of, all its processes are killed and its profile
 * is removed.
 */
export async function startBrowser({ path, sandbox, limits, locale, onEvent }: Wanted): Promise<BrowserProcess> {
  const profile = await mkdtemp(join(tmpdir(), 'fieldwatch-browser-'))
  const ended = Promise.withResolvers<never>()
  // A rejection without a listener would end the portal.
  ended.promise.catch(() => undefined)
  const child = spawn(path, [...QUIET, ...NO_NETWORK, ...argumentsOf({ profile, locale, sandbox })], {
    // A group of its own, so that all its processes end together.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: environmentOf(profile),
  })
  // A browser that could not be started has an error, which `ended` carries.
  const exited = once(child, 'close').catch(() => undefined)
  let said = ''
  const fail = (why: string): void => ended.reject(new Error(said === '' ? why : `${why}: ${said.trim()}`))
  child.on('error', ({ message }) => fail(message))
  let reason = 'the browser ended'
  // By then all is heard that it said.
  child.on('close', () => fail(reason))
  child.stderr?.on('data', (data: Buffer) => {
    said = `${said}${data.toString()}`.slice(-MOST_SAID)
  })
  const [, , , commands, answers] = child.stdio as unknown as [null, null, Readable, Writable, Readable]
  const { pid } = child
  const onEnd = (why: string): void => {
    reason = why
    if (pid !== undefined) killGroup(pid)
  }
  const { send } = openDevTools({ commands, answers, mostBytes: limits.messageBytes, onEvent, onEnd })
  if (pid !== undefined) setLowPriority(pid)
  const looking = setInterval(() => {
    if (pid === undefined) return
    void memoryOf(pid).then((bytes) => {
      if (bytes <= limits.memoryBytes) return
      said = ''
      fail(`the browser used ${Math.round(bytes / 1e6)} MB of memory`)
      killGroup(pid)
    })
  }, LOOK_MS)
  return {
    send,
    ended: ended.promise,
    [Symbol.asyncDispose]: async () => {
      clearInterval(looking)
      if (pid !== undefined) {
        killGroup(pid)
        await exited
      }
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

function argumentsOf({ profile, locale, sandbox }: { profile: string; locale: string; sandbox: boolean }): string[] {
  return [
    `--user-data-dir=${profile}`,
    `--lang=${locale}`,
    `--accept-lang=${locale}`,
    '--remote-debugging-pipe',
    // Its zygote makes namespaces even without the sandbox, which our systemd unit forbids.
    ...(sandbox ? [] : ['--no-sandbox', '--no-zygote']),
  ]
}

/** What the browser needs to start, and none of our secrets. */
function environmentOf(profile: string): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'SystemRoot']
  const found = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(found), HOME: profile, TMPDIR: profile, XDG_RUNTIME_DIR: profile }
}

/** The work of the portal comes first. */
function setLowPriority(pid: number): void {
  try {
    setPriority(pid, 5)
  } catch {
    // It has ended already.
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All its processes have ended.
  }
}

/** What the processes of a group have for themselves; zero where the system doesn't say it. */
async function memoryOf(group: number): Promise<number> {
  const names = await readdir('/proc').catch(() => [])
  const sizes = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => ownMemory(name, group)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function ownMemory(pid: string, group: number): Promise<number> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name of a program may have spaces and brackets. Behind it: state, parent, group.
    const [, , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(of) !== group) return 0
    const [, resident = 0, shared = 0] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ').map(Number)
    return (resident - shared) * PAGE_BYTES
  } catch {
    // It has ended.
    return 0
  }
}
