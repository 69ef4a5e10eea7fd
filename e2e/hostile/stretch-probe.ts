import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded into a server with --import: the longest CPU time of its main thread between two rounds of the event loop. A client that connects to
 * the socket gets it in milliseconds, since the last time.
 */

const LOOK_MS = 2
const path = process.env['STRETCH_SOCKET']

if (isMainThread && path !== undefined) {
  // Processes that the server starts load this too.
  delete process.env['STRETCH_SOCKET']
  let before = cpuMs()
  let longest = 0
  setInterval(() => {
    const now = cpuMs()
    longest = Math.max(longest, now - before)
    before = now
  }, LOOK_MS).unref()
  createServer((socket) => {
    socket.on('error', () => undefined).end(String(longest))
    longest = 0
  })
    .listen(path)
    .unref()
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
