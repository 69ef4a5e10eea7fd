import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openConfiguredDatabase } from '#platform/database/configured-database.ts'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { runCommand } from '#testing/run-command.ts'
import { silentLog } from '#testing/test-database.ts'
import { formatMessage } from './format-message.ts'

const dataFolder = await mkdtemp(join(tmpdir(), 'fieldwatch-outbox-'))
await chmod(dataFolder, 0o755)
after(() => rm(dataFolder, { recursive: true, force: true }))

function printOutbox(...args: string[]) {
  return runCommand(new URL('print-outbox.ts', import.meta.url), args, { FIELDWATCH_DATA: dataFolder })
}

function mail(id: string, createdAt = 0) {
  const body = `Hello,\n\nthis is ${id}.\n`
  return { id, kind: 'mail' as const, recipient: 'nora@northwind.example', subject: 'News', body, createdAt }
}

describe('npm run outbox', () => {
  it('prints the newest waiting messages, the same while the server runs and when it does not', async () => {
    await using server = new AsyncDisposableStack()
    const { db } = await openConfiguredDatabase({ dataFolder, databaseUrl: undefined }, silentLog, server)
    const outbox = createOutboxStore(db)
    await outbox.add(mail('first', 1))
    await outbox.add(mail('second', 2))
    await outbox.add({ ...mail('third', 3), kind: 'sms', recipient: '+4612345', subject: '' })
    await outbox.add(mail('sent', 4))
    await outbox.markSent('sent', 5)

    const beside = await printOutbox()
    await server.disposeAsync()
    const alone = await printOutbox()
    const last = await printOutbox('--last', '1')

    assert.equal(beside.code, 0)
    assert.equal(
      beside.output,
      `Mail to nora@northwind.example, 1970-01-01T00:00:00.001Z
Subject: News

Hello,

this is first.

Mail to nora@northwind.example, 1970-01-01T00:00:00.002Z
Subject: News

Hello,

this is second.

SMS to +4612345, 1970-01-01T00:00:00.003Z

Hello,

this is third.
`,
    )
    assert.equal(alone.output, beside.output)
    assert.match(last.output, /^SMS to/)
  })

  it('explains itself when it is not understood', async () => {
    for (const args of [['--last', 'many'], ['--first']]) {
      const { code, errors } = await printOutbox(...args)

      assert.equal(code, 2)
      assert.match(errors, /^Usage:/)
    }
  })

  it('says of a message whose text was removed why it has none', () => {
    assert.match(formatMessage({ ...mail('x'), attached: [], body: '' }), /was not sent in time/)
  })

  it('names the files of a mail with their sizes', () => {
    const attached = [{ name: 'pump-1_report_2026-11-16.csv', bytes: 12_345 }]

    assert.match(formatMessage({ ...mail('x'), attached }), /^Attached: pump-1_report_2026-11-16\.csv, 12\.3 kB$/m)
  })

  it('does not let a message steer the terminal', () => {
    assert.equal(formatMessage({ ...mail('x'), attached: [], body: 'a\u001b[2Jb\n' }).includes('\u001b'), false)
  })
})
