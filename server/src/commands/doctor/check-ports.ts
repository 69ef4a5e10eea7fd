import { once } from 'node:events'
import { createServer } from 'node:net'
import { reasonText } from '#platform/errors/reason-text.ts'
import { type Finding, well, wrong } from './finding.ts'

export interface WantedPort {
  readonly what: string
  readonly setting: string
  readonly port: number
}

/** Whether the ports are free, or held by the portal itself. */
export async function checkPorts(host: string, wanted: readonly WantedPort[], running: boolean): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { what, setting, port } of wanted) {
    const failure = await tryToListen(host, port)
    if (failure === undefined) {
      findings.push(
        running && port !== 0
          ? wrong(`The portal runs, but does not listen on port ${port} (${what}): it was started with other settings.`)
          : well(`Port ${port} is free for ${what}.`),
      )
    } else if (failure.code === 'EADDRINUSE') {
      findings.push(
        running
          ? well(`The portal listens on port ${port} (${what}).`)
          : wrong(`Port ${port} (${what}) is used by another program. Stop it, or set ${setting} to another port.`),
      )
    } else if (failure.code === 'EACCES') {
      findings.push(
        wrong(
          `This user may not listen on port ${port} (${what}). Set ${setting} to one above 1023, or give the right.`,
        ),
      )
    } else
      findings.push(wrong(`The portal cannot listen on port ${port} (${what}) of ${host}: ${reasonText(failure)}.`))
  }
  return findings
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
