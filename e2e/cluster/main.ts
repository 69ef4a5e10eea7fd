import { parseArgs } from 'node:util'
import { measureThroughput } from './measure-throughput.ts'
import { formatReport } from './report.ts'
import { runClusterTest } from './run-cluster-test.ts'

const USAGE = `Usage: npm run cluster-test -- [--kills 30] [--units 200] [--messages 2000] [--streams 50]
       npm run cluster-test -- --throughput [--messages 200000]
Runs three servers with three NATS on one PostgreSQL, kills one of them after the other, and checks that nothing is lost.
--throughput measures clusters of one to three servers that are sent as much as they acknowledge instead.
It needs nats-server (Debian: apt install nats-server).
`

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    units: { type: 'string', default: '200' },
    messages: { type: 'string' },
    streams: { type: 'string', default: '50' },
    throughput: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const say = (words: string): void => void process.stdout.write(`${words}\n`)
if (values.help) say(USAGE)
else if (values.throughput) say(`\n${await measureThroughput(Number(values.messages ?? 200_000), say)}`)
else {
  const report = await runClusterTest({
    kills: Number(values.kills),
    units: Number(values.units),
    messagesASecond: Number(values.messages ?? 2_000),
    streams: Number(values.streams),
    say,
  })
  say(`\n${formatReport(report)}`)
}
