import { say } from '@fieldwatch/messages/server-sentences'
import { fileTooLarge, IMAGE_MAX_BYTES } from '@fieldwatch/contract/api/files'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '#platform/errors/domain-error.ts'

/** The most bytes of a form: two pictures that are much too large still get the right refusal. */
const FORM_BYTES = 32 * 1024 * 1024

/** The most bytes of a form that are kept: two pictures and the texts. The rest is counted and dropped. */
export const FORM_BYTES_KEPT = 2 * IMAGE_MAX_BYTES + 1024 * 1024

const LIMITS = { fields: 50, files: 2, parts: 50, fieldSize: 16 * 1024, fileSize: FORM_BYTES }

/** Bytes that are parsed before the limits are checked: 64 KiB can have 7,000 parts, which take 30 ms. */
const PIECE_BYTES = 4 * 1024

const FORM_TYPE = /^multipart\/form-data(?:;|\s|$)/i

/** Lets forms in, unread: `readForm` reads them. */
export function registerForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
}

/**
 * Reads a form into an object of texts and files; of repeated names the last counts.
 * @throws DomainError request/unsupported-media-type, request/too-large, request/invalid, file/too-large
 */
export async function readForm({ headers, raw, server }: FastifyRequest): Promise<Record<string, string | File>> {
  const type = headers['content-type'] ?? ''
  if (!FORM_TYPE.test(type)) throw new DomainError('request/unsupported-media-type')
  if (Number(headers['content-length'] ?? 0) > FORM_BYTES) throw new DomainError('request/too-large')
  try {
    const form = openForm(type)
    // What a refusal leaves unread is dropped once the answer is sent.
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      await server.pace()
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) await form.write(chunk.subarray(at, at + PIECE_BYTES))
    }
    return await form.end()
  } catch (error) {
    if (error instanceof DomainError) throw error
    // Hundreds of connections may end at once.
    await server.pace()
    throw unreadable(error)
  }
}

function unreadable(cause?: unknown): DomainError {
  const message = say('answers.form')
  return new DomainError('request/invalid', { message, cause })
}

/** A form that is read piece by piece. Each step throws what was wrong in it. */
function openForm(contentType: string) {
  const entries = new Map<string, string | File>()
  let failure: Error | undefined
  const fail = (error: Error): void => void (failure ??= error)
  const failAsTooLarge = (): void => fail(new DomainError('request/too-large'))
  const keep = (name: string | undefined, value: string | File): void => {
    if (name === undefined || name === '__proto__') fail(unreadable())
    else entries.set(name, value)
  }

  const parser = new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS })
    .on('error', fail)
    .on('partsLimit', failAsTooLarge)
    .on('filesLimit', failAsTooLarge)
    .on('fieldsLimit', failAsTooLarge)
    .on('field', (name, value, _nameTruncated, isTruncated) => {
      if (isTruncated) fail(new DomainError('request/too-large', { message: 'answers.form-field' }))
      else keep(name, value)
    })
    .on('file', (name, stream, _filename, _encoding, type) => {
      collect(stream.on('error', fail), (chunks, bytes) => {
        if (bytes <= IMAGE_MAX_BYTES) keep(name, new File(chunks, 'upload', { type }))
        else fail(new DomainError('file/too-large', { message: fileTooLarge(bytes) }))
      })
    })

  const step = (run: (done: () => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      parser.once('error', reject)
      run(() => {
        parser.off('error', reject)
        if (failure === undefined) resolve()
        else reject(failure)
      })
    })

  return {
    write: (piece: Buffer): Promise<void> => step((done) => void parser.write(piece, done)),
    end: async (): Promise<Record<string, string | File>> => {
      await step((done) => void parser.once('finish', done).end())
      return Object.fromEntries(entries)
    },
  }
}

/** The pieces and the size of a file; of one that is too large the pieces are dropped. */
function collect(stream: BusboyFileStream, done: (chunks: Buffer<ArrayBuffer>[], bytes: number) => void): void {
  const chunks: Buffer<ArrayBuffer>[] = []
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= IMAGE_MAX_BYTES) chunks.push(Buffer.from(chunk))
    else chunks.length = 0
  })
  stream.once('end', () => done(chunks, bytes))
}
