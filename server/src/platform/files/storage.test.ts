import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { startS3Server } from '#testing/s3-server.ts'
import type { FileStorage } from './file-storage.ts'
import type { DomainError } from '#platform/errors/domain-error.ts'
import { createConfiguredStorage } from './configured-storage.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-storage-'))
after(() => rm(folder, { recursive: true, force: true }))

const account = { accessKeyId: 'key', secretAccessKey: 'a secret', region: 'eu-north-1' }
const service = await startS3Server(account)
after(() => service.close())
const s3 = { ...account, endpoint: service.endpoint, bucket: 'portal' }

const storages: [string, FileStorage][] = [
  ['a folder', createFolderStorage(join(folder, 'files'))],
  ['a service that speaks S3', createS3Storage(s3)],
]

for (const [title, storage] of storages) {
  describe(`files in ${title}`, () => {
    const name = `${'a-_Z'.repeat(10)}abc.webp`
    const bytes = Buffer.from([0, 1, 2, 255])

    it('are missing until they are put', async () => {
      assert.equal(await storage.get(name), undefined)
    })

    // spec 2-7-54
    it('come back as they were put, the last one of a name', async () => {
      await storage.put(name, Buffer.from('first'))
      await storage.put(name, bytes)

      assert.deepEqual(await storage.get(name), bytes)
    })

    it('are gone when they are removed, once or twice', async () => {
      await storage.remove(name)
      await storage.remove(name)

      assert.equal(await storage.get(name), undefined)
    })
  })
}

describe('a bucket that is not there', () => {
  const storage = createConfiguredStorage({ filesS3: { ...s3, bucket: 'no-bucket' }, dataFolder: folder })
  for (const [what, use] of [
    ['putting', () => storage.put('one.webp', Buffer.from('one'))],
    ['getting', () => storage.get('one.webp')],
    ['removing', () => storage.remove('one.webp')],
  ] as const) {
    it(`fails ${what} a file with a sentence, and keeps what the service answered`, async () => {
      await assert.rejects(use, (error: unknown) => {
        const { code, cause } = error as DomainError
        return code === 'file/store-away' && /NoSuchBucket/.test(String(cause))
      })
    })
  }
})

describe('a folder', () => {
  it('has nothing in it but whole files', async () => {
    const whole = join(folder, 'whole')
    await createFolderStorage(whole).put('one.webp', Buffer.from('one'))

    assert.deepEqual(await readdir(whole), ['one.webp'])
  })
})

describe('a service that speaks S3', () => {
  it('is given the type of a file, under its bucket and our prefix', async () => {
    await createS3Storage(s3).put('one.webp', Buffer.from('one'))

    assert.equal(service.objects.get('/portal/files/one.webp')?.type, 'image/webp')
  })

  it('is asked again when it is busy', async () => {
    service.fail(503)

    await createS3Storage(s3).put('two.webp', Buffer.from('two'))

    assert.equal(service.objects.get('/portal/files/two.webp')?.bytes.toString(), 'two')
  })

  it('that refuses our signature is a failure, and the secret is not revealed', async () => {
    const stranger = createS3Storage({ ...s3, secretAccessKey: 'another secret' })

    await assert.rejects(stranger.put('three.webp', Buffer.from('three')), (error: Error) => {
      return /answered PUT with 403: <Code>SignatureDoesNotMatch/.test(error.message) && !/secret/.test(error.message)
    })
    await assert.rejects(stranger.get('two.webp'), /answered GET with 403/)
    assert.equal(service.objects.has('/portal/files/three.webp'), false)
  })
})
