import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { exportData, exportParquet, exportWorkbook, getSeries } from '@fieldwatch/contract/telemetry/data'
import { ask } from '../ask.ts'
import { ENDED, type HostileCase, type Outcome, type Sender, type Target } from '../hostile-case.ts'
import { faultOf } from '../judge.ts'

/** Where each kind of file of a source comes from. */
const FILES: Readonly<Record<string, string>> = {
  CSV: exportData.path.replace(':file', 'history.csv'),
  XLSX: exportWorkbook.path.replace(':subject', 'history'),
  Parquet: exportParquet.path.replace(':subject', 'history'),
  Arrow: getSeries.path.replace(':subject', 'history'),
}
const ALL = 'from=2020-01-01T00:00:00Z&to=2030-01-01T00:00:00Z'
const AT_ONCE = 16

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

/** Files of a long source, many at once, that are not read, and whose readers lose their right. */
export function downloadCases(): HostileCase[] {
  return Object.entries(FILES).flatMap(([kind, path]) => [
    caseOf(`${kind} of a million values`, (target) => download(target, path, 'admin')),
    {
      ...caseOf(`${AT_ONCE} of ${kind} at once, and another entity is served before the last`, (target) =>
        othersInBetween(target, path),
      ),
      turn: 1,
    },
    caseOf(`${kind} that ${AT_ONCE} clients do not read`, (target) => unread(target, path)),
  ])
}

function caseOf(name: string, send: HostileCase['send']): HostileCase {
  return { kind: 'downloads', name, expected: 'judged', send }
}

function download(target: Target, path: string, as: Sender): Promise<Outcome> {
  return ask(target, { path: `${path.replace(':dataID', target.dataID)}?${ALL}`, as })
}

/** One entity's downloads do not keep another one from its own. */
async function othersInBetween(target: Target, path: string): Promise<Outcome> {
  let done = 0
  const all = many(AT_ONCE, async () => {
    const outcome = await download(target, path, 'viewer')
    done += 1
    return outcome
  })
  const other = await ask(target, {
    path: `${path.replace(':dataID', target.foreignID).replace('history', 'level')}?${ALL}`,
    as: 'other',
  })
  const before = done
  const outcomes = await Promise.all(all)
  if (before === AT_ONCE) throw new Error('another entity was served last')
  return [other, ...outcomes].find((outcome) => faultOf('judged', outcome) !== undefined) ?? other
}

/** Files of which only the head is taken; other requests must still be answered. */
async function unread(target: Target, path: string): Promise<Outcome> {
  const requests = many(AT_ONCE, () =>
    get({
      host: target.host,
      port: target.httpPort,
      path: `${path.replace(':dataID', target.dataID)}?${ALL}`,
      headers: { authorization: `Bearer ${target.viewer}` },
      agent: false,
    }).on('error', () => undefined),
  )
  const [first] = requests
  if (first === undefined) return ENDED
  const [head] = (await once(first, 'response')) as [IncomingMessage]
  const outcome = await ask(target, { path: '/api/v1/me', as: 'other' })
  head.destroy()
  for (const request of requests) request.destroy()
  return outcome
}
