import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { upgradePostgres } from '@fieldwatch/server/platform/upgrade/upgrade-postgres'
import { systemClock } from '@fieldwatch/server/platform/time/clock'
import { pino } from 'pino'

// node upgrade-until.ts DATA_FOLDER FORMER_POSTGRES LINES
//
// Upgrades a data folder, and loses power at a line of the log: this process and both PostgreSQLs are killed. Prints the lines.

const [dataFolder = '', formerPostgres = '', lines = ''] = process.argv.slice(2)
let left = Number(lines)
const log = pino(
  { base: null, timestamp: false },
  new Writable({
    write: (line: Buffer, _encoding, done) => {
      process.stdout.write(line)
      left -= 1
      if (left === 0) losePower()
      done()
    },
  }),
)
await upgradePostgres({ dataFolder, formerPostgres, clock: systemClock, log })

function losePower(): void {
  const folders = ['postgres', 'postgres-upgrading/newer/postgres', 'postgres-upgraded/postgres']
  for (const folder of folders) {
    const pidFile = join(dataFolder, folder, 'postmaster.pid')
    if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL')
  }
  process.kill(process.pid, 'SIGKILL')
}
