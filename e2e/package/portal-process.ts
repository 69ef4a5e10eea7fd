import assert from 'node:assert/strict'
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

export interface Finished {
  readonly code: number | null
  readonly output: string
}

/** Runs a command to its end. */
export async function finished(
  command: string,
  parameters: readonly string[],
  options: SpawnOptions = {},
): Promise<Finished> {
  const child = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, output: output + errors }
}

/** As `finished`; the command must succeed. */
export async function succeed(
  command: string,
  parameters: readonly string[],
  options: SpawnOptions = {},
): Promise<string> {
  const { code, output } = await finished(command, parameters, options)
  assert.equal(code, 0, `${command} ${parameters.join(' ')}\n${output}`)
  return output
}

export interface PortalProcess {
  readonly url: string
  readonly process: ChildProcess
  /** Asks it to stop, and resolves to its exit code. */
  stop(): Promise<number | null>
}

/** Starts a portal, and resolves when its log says that it is ready. */
export async function startPortal(
  command: string,
  parameters: readonly string[],
  options: SpawnOptions = {},
): Promise<PortalProcess> {
  const child = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const said: string[] = []
  const { promise, resolve, reject } = Promise.withResolvers<{ url: string; pid: number }>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line)
      if (!line.includes('"msg":"Fieldwatch is ready"')) return
      resolve(JSON.parse(line) as { url: string; pid: number })
    })
  }
  void ended.then(([code]) => reject(new Error(`The portal ended with ${code}:\n${said.join('\n')}`)))
  const { url, pid } = await promise
  return {
    url,
    process: child,
    stop: async () => {
      // As everything hears that runs at a terminal: a signal to npx alone ends its shell, and leaves the portal running.
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGTERM')
      return (await ended)[0]
    },
  }
}

/** Signs in with the password that the command for the first administrator printed, and looks at what a person would. */
export async function lookAround(url: string, { email, printed }: { email: string; printed: string }): Promise<void> {
  const ready = await fetch(`${url}/readyz`)
  assert.equal(ready.status, 200)
  const page = await (await fetch(url)).text()
  const [, script = assert.fail(page)] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? []
  assert.equal((await fetch(new URL(script, url))).status, 200)
  const password = /password:?\s+(\S+)/i.exec(printed)?.[1] ?? assert.fail(printed)
  const signedIn = await fetch(`${url}/api/v1/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  assert.equal(signedIn.status, 200, await signedIn.text())
}
