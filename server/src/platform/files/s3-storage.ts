import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { FILE_TYPE, type FileStorage } from './file-storage.ts'

export interface S3Settings {
  /** The address of the service, such as `https://s3.eu-north-1.amazonaws.com`, without a slash at the end. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const PREFIX = 'files/'
const TIMEOUT_MS = 15_000
const RETRIES = 2

/** Keeps files in a bucket of a service that speaks S3, addressed by path, with requests signed by AWS Signature Version 4. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })

  /** Resolves with an answer that is a success, or nothing when the status is `also`. */
  async function ask(method: string, name: string, { body, also }: { body?: Buffer; also?: number } = {}) {
    const response = await client.fetch(`${endpoint}/${bucket}/${PREFIX}${name}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: new Uint8Array(body), headers: headersOf(body) }),
    })
    if (response.ok) return response
    const answer = (await response.text()).slice(0, 300)
    // A bucket that is not there answers with the same status as a file that is not there.
    if (response.status === also && !answer.includes('NoSuchBucket')) return undefined
    throw new Error(`the file service answered ${method} with ${response.status}: ${answer}`)
  }

  return {
    put: async (name, body) => {
      await drain(await ask('PUT', name, { body }))
    },

    get: async (name) => {
      const response = await ask('GET', name, { also: 404 })
      return response && Buffer.from(await response.arrayBuffer())
    },

    remove: async (name) => {
      await drain(await ask('DELETE', name, { also: 404 }))
    },
  }
}

function headersOf(body: Buffer): Record<string, string> {
  return { 'content-type': FILE_TYPE, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') }
}

/** Frees the connection. */
async function drain(response: Response | undefined): Promise<void> {
  await response?.arrayBuffer()
}
