import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installPatroni } from '../patroni/install-patroni.ts'
import { runFailovers } from '../patroni/run-failovers.ts'
import { measureThroughput } from './measure-throughput.ts'
import { formatReport } from './report.ts'
import { PROMISED_MS, runClusterTest } from './run-cluster-test.ts'

const USAGE = `Usage: npm run cluster-test -- [--kills 30] [--units 200] [--messages 2000] [--streams 50]
       npm run cluster-test -- --throughput [--messages 200000]
       npm run cluster-test -- --patroni [--kills 6] [--units 50]
Runs three servers with three NATS on one PostgreSQL, kills one of them after the other, and checks that nothing is lost.
--throughput measures clusters of one to three servers that are sent as much as they acknowledge instead.
--patroni kills the primary of a PostgreSQL with standbys instead, again and again, while units send to two servers. It installs Patroni, etcd,
HAProxy and PostgreSQL 15 from Debian 12 where they are missing, for which it has to be root.
It needs nats-server (Debian: apt install nats-server).
`

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    units: { type: 'string' },
    messages: { type: 'string' },
    streams: { type: 'string', default: '50' },
    throughput: { type: 'boolean', default: false },
    patroni: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const say = (words: string): void => void process.stdout.write(`${words}\n`)
if (values.help) say(USAGE)
else if (values.patroni) {
  installPatroni()
  await runFailovers({ kills: Number(values.kills ?? 6), units: Number(values.units ?? 50), say })
} else {
  const logs = await mkdtemp(join(tmpdir(), 'fieldwatch-cluster-logs-'))
  say(`What the servers log is in ${logs}.`)
  if (values.throughput) {
    say(`\n${await measureThroughput({ messages: Number(values.messages ?? 200_000), logs, say })}`)
  } else {
    const report = await runClusterTest({
      kills: Number(values.kills ?? 30),
      units: Number(values.units ?? 200),
      messagesASecond: Number(values.messages ?? 2_000),
      streams: Number(values.streams),
      backMs: PROMISED_MS,
      logs,
      say,
    })
    say(`\n${formatReport(report)}`)
  }
}
