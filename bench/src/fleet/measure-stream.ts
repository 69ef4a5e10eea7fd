import { setTimeout as pause } from 'node:timers/promises'
import { healthz } from '@fieldwatch/contract/api/health'
import { STREAM_LIVE } from '@fieldwatch/contract/api/live-addresses'
import { listUnitColumns } from '@fieldwatch/contract/units/unit-columns'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { processorTime } from '../processor-time.ts'

const WATCHED_MS = 3_000
const HEALTH_EVERY_MS = 20

/** What the first seconds of a stream of a fleet cost, from the beginning or from what changed since the list was read. */
export async function measureStream(
  portal: Pick<Portal, 'url' | 'pid'>,
  token: string,
  { since }: { since: boolean },
): Promise<{ bytes: number; processorMs: number; slowestHealth: number }> {
  const headers = { authorization: `Bearer ${token}` }
  const list = await fetch(portal.url + listUnitColumns.path, { headers })
  const { asOf = '' } = (await list.json()) as { asOf?: string }
  const query = new URLSearchParams({ devices: 'viewing', ...(since ? { since: asOf } : {}) })
  const before = await processorTime(portal.pid())
  const leaving = new AbortController()
  const stream = await fetch(`${portal.url}${STREAM_LIVE.path}?${query.toString()}`, {
    headers,
    signal: leaving.signal,
  })
  const counting = countBytes(stream)
  const started = performance.now()
  let slowestHealth = 0
  while (performance.now() - started < WATCHED_MS) {
    const asked = performance.now()
    await (await fetch(portal.url + healthz.path)).arrayBuffer()
    slowestHealth = Math.max(slowestHealth, performance.now() - asked)
    await pause(HEALTH_EVERY_MS)
  }
  const processorMs = (await processorTime(portal.pid())) - before
  leaving.abort()
  return { bytes: await counting, processorMs, slowestHealth }
}

async function countBytes({ body }: Response): Promise<number> {
  let bytes = 0
  if (body === null) return bytes
  try {
    for await (const chunk of body) bytes += chunk.length
  } catch {
    // The measurement hangs up.
  }
  return bytes
}
