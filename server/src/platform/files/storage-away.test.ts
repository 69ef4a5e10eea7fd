import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { getFile, uploadFile } from '@fieldwatch/contract/api/files'
import { buildPicture } from '#testing/build-picture.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createConfiguredStorage } from './configured-storage.ts'

const account = { accessKeyId: 'key', secretAccessKey: 'a secret', region: 'eu-north-1' }
const service = await startS3Server(account)
after(() => service.close())
const filesS3 = { ...account, endpoint: service.endpoint, bucket: 'no-bucket' }
const fileStorage = createConfiguredStorage({ filesS3, dataFolder: '/nowhere' })
const { call, signInAs } = await createTestApp({ database: await createTestDatabase(), fileStorage })
const viewer = await signInAs({})

describe('a portal whose bucket of uploads is missing', () => {
  it('answers an upload with a sentence, and with 503', async () => {
    const params = { folder: 'profile', name: viewer.userId } as const
    const { status, failure } = await call(uploadFile, { as: viewer, params, body: { file: await buildPicture() } })
    assert.deepEqual([status, failure.code], [503, 'file/store-away'])
    assert.match(failure.message, /^[A-Z].*\.$/)
  })

  it('answers whoever looks at a picture in the same way', async () => {
    const { status, failure } = await call(getFile, { params: { file: `${'a-_Z'.repeat(10)}abc.webp` } })
    assert.deepEqual([status, failure.code], [503, 'file/store-away'])
  })
})
