import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { host, port } = workerData as { host: string; port: number }

const EVERY_MS = 20
const agent = new Agent({ keepAlive: true })
let times: number[] = []
let failed = 0

parentPort?.on('message', () => {
  parentPort?.postMessage({ times, failed }, [])
  times = []
  failed = 0
})

/** One after the other: two that wait for each other would tell of one wait twice. */
async function askOnce(): Promise<void> {
  const sent = performance.now()
  try {
    const asking = request({ host, port, path: '/healthz', agent })
    asking.end()
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    await once(response.resume(), 'end')
    times.push(performance.now() - sent)
  } catch {
    failed += 1
  }
}

for (;;) {
  await askOnce()
  await setTimeout(EVERY_MS)
}
