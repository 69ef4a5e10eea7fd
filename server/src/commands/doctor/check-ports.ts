import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { reasonText } from '#platform/errors/reason-text.ts'
import { type Finding, note, well, wrong } from './finding.ts'

const CONNECT_MS = 5_000

export interface WantedPort {
  readonly what: string
  readonly setting: string
  readonly port: number
}

/** Whether a portal that runs answers at the ports; without one, whether they are free. */
export async function checkPorts(host: string, wanted: readonly WantedPort[], running: boolean): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const port of wanted) findings.push(await (running ? askPort(host, port) : checkFree(host, port)))
  return findings
}

/** The service may listen where this user may not, so the port itself is asked. */
async function askPort(host: string, { what, setting, port }: WantedPort): Promise<Finding> {
  const failure = await tryToConnect(reachable(host), port)
  if (failure === undefined) return well(`The portal listens on port ${port} (${what}).`)
  return wrong(
    `The portal runs, but nothing listens on port ${port} (${what}): it was started with another ${setting}, or other settings.`,
  )
}

async function checkFree(host: string, { what, setting, port }: WantedPort): Promise<Finding> {
  const failure = await tryToListen(host, port)
  if (failure === undefined) return well(`Port ${port} is free for ${what}.`)
  if (failure.code === 'EADDRINUSE')
    return wrong(`Port ${port} (${what}) is used by another program. Stop it, or set ${setting} to another port.`)
  if (failure.code === 'EACCES')
    return note(
      `This user may not listen on port ${port} (${what}). If the portal runs as another user (as a service does), that one may be able to. Otherwise set ${setting} to one above 1023, or give the right.`,
    )
  return wrong(`The portal cannot listen on port ${port} (${what}) of ${host}: ${reasonText(failure)}.`)
}

/** Where a server on this machine that listens at an address can be reached. */
export function reachable(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
}

async function tryToConnect(host: string, port: number): Promise<unknown> {
  const socket = connect({ host, port, timeout: CONNECT_MS })
  socket.once('timeout', () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'connect')
    return undefined
  } catch (error) {
    return error
  } finally {
    socket.destroy()
  }
}

async function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return undefined
  } catch (error) {
    return error as NodeJS.ErrnoException
  } finally {
    server.close()
  }
}
