import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** Why tests with NATS are skipped; false when `nats-server` is installed. */
export const WITHOUT_NATS: string | false =
  spawnSync('nats-server', ['--version']).error === undefined ? false : 'nats-server is not installed'

export interface NatsNode {
  readonly url: string
  /** Undefined while it does not run. */
  readonly pid: () => number | undefined
  /** `kill -9`; `start` runs it again at the same port. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  /** Stops its work without closing a connection, as a machine does that hangs; `resume` continues. */
  readonly freeze: () => void
  readonly resume: () => void
}

/** Starts nodes of one NATS cluster on free ports of this machine, for anyone or for one user. The stack ends them. */
export async function startNats(
  count: number,
  stack: AsyncDisposableStack,
  user?: { readonly name: string; readonly password: string },
): Promise<NatsNode[]> {
  const ports = await freePorts(2 * count)
  const routes = ports.slice(count).map((port) => `nats://127.0.0.1:${port}`)
  const signIn = user === undefined ? [] : ['--user', user.name, '--pass', user.password]
  const nodes = routes.map((route, index) => createNode(Number(ports[index]), { route, routes, signIn }))
  for (const node of nodes) stack.defer(node.kill)
  await Promise.all(nodes.map((node) => node.start()))
  return nodes
}

interface Cluster {
  readonly route: string
  readonly routes: readonly string[]
  readonly signIn: readonly string[]
}

function createNode(port: number, { route, routes, signIn }: Cluster): NatsNode {
  let child: ChildProcess | undefined
  // However this process ends.
  process.once('exit', () => child?.kill('SIGKILL'))
  const cluster = ['--cluster_name', 'test', '--cluster', route, '--routes', routes.join(',')]
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: () => child?.pid,
    start: async () => {
      const started = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...signIn, ...cluster], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child = started
      const ready = Promise.withResolvers<void>()
      createInterface({ input: started.stderr }).on('line', (line) => {
        if (line.includes('Server is ready')) ready.resolve()
      })
      started.once('exit', () => ready.reject(new Error('nats-server ended')))
      await ready.promise
    },
    kill: async () => {
      if (child === undefined) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      child = undefined
      await exited
    },
    freeze: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  }
}

/** Ports that no one listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) server.close()
  return ports
}
