import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '#config.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { logWrongServices } from './outside-services.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-services-'))
after(() => rm(folder, { recursive: true, force: true }))

async function loggedWith(settings: Record<string, string>): Promise<string[]> {
  const problems: string[] = []
  const log = pino(
    {},
    { write: (line: string) => void problems.push((JSON.parse(line) as { problem: string }).problem) },
  )
  await logWrongServices(readConfig({ FIELDWATCH_DATA: folder, ...settings }), log)
  return problems
}

describe('a portal that starts', () => {
  it('logs every service of its settings that cannot be used, and nothing of those that can', async () => {
    const account = { accessKeyId: 'portal', secretAccessKey: 'secret', region: 'eu' }
    const store = await startS3Server(account)
    after(() => store.close())
    const bucketOf = (prefix: string, bucket: string): Record<string, string> => ({
      [`${prefix}_ENDPOINT`]: store.endpoint,
      [`${prefix}_BUCKET`]: bucket,
      [`${prefix}_REGION`]: account.region,
      [`${prefix}_ACCESS_KEY_ID`]: account.accessKeyId,
      [`${prefix}_SECRET_ACCESS_KEY`]: account.secretAccessKey,
    })
    const wrong = await loggedWith({
      ...bucketOf('FIELDWATCH_FILES_S3', 'no-bucket'),
      ...bucketOf('FIELDWATCH_HISTORY_S3', 'no-bucket'),
      DATABASE_URL: 'postgresql://portal@127.0.0.1:1/none',
      NATS_URL: 'nats://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      FIELDWATCH_CHROMIUM: join(folder, 'no-browser'),
    })
    const expected = [
      /^The bucket no-bucket for uploads .* cannot be used: putting an object failed\./,
      /^The bucket no-bucket for old records .* cannot be used: putting an object failed\./,
      /^NATS \(NATS_URL, .*\) cannot be used: /,
      /^The mail server 127\.0\.0\.1:1 cannot be used: /,
      /^PDF of scheduled reports cannot be drawn with .*no-browser/,
    ]
    assert.equal(wrong.length, expected.length)
    for (const [place, pattern] of expected.entries()) assert.match(wrong[place] ?? '', pattern)

    assert.deepEqual(await loggedWith(bucketOf('FIELDWATCH_FILES_S3', 'uploads')), [])
  })
})
