import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Account {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

interface StoredObject {
  bytes: Buffer
  type: string | undefined
}

/** A service that speaks as much S3 as we use, and believes no request whose signature (AWS Signature Version 4) is wrong. */
export async function startS3Server(account: Account) {
  const objects = new Map<string, StoredObject>()
  const failures: number[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request)
    const path = request.url ?? ''
    const failure = failures.shift()
    if (failure !== undefined) return void response.writeHead(failure).end('<Error>not today</Error>')
    if (!isSigned(request, bytes, account))
      return void response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
    if (path.startsWith('/no-bucket/')) return void response.writeHead(404).end('<Code>NoSuchBucket</Code>')
    if (request.method === 'PUT') {
      objects.set(path, { bytes, type: request.headers['content-type'] })
      return void response.writeHead(200).end()
    }
    const found = objects.get(path)
    if (request.method === 'DELETE') {
      objects.delete(path)
      return void response.writeHead(204).end()
    }
    if (found === undefined) return void response.writeHead(404).end('<Code>NoSuchKey</Code>')
    response.writeHead(200).end(found.bytes)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    /** Answers the next requests with these statuses. */
    fail: (...statuses: number[]) => failures.push(...statuses),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Works the signature out once more, from the parts of the request that it covers. */
function isSigned(request: IncomingMessage, bytes: Buffer, account: Account): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})$/
  const [, keyId, day = '', region, signedHeaders = '', signature] =
    pattern.exec(request.headers.authorization ?? '') ?? []
  if (keyId !== account.accessKeyId || region !== account.region) return false
  const contentHash = String(request.headers['x-amz-content-sha256'])
  if (request.method === 'PUT' && contentHash !== sha256(bytes)) return false
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name])}\n`)
  const canonical = [request.method, request.url, '', headers.join(''), signedHeaders, contentHash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day, account.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${account.secretAccessKey}`,
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex')
}
