import { z } from 'zod'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import { TemplateId } from '@fieldwatch/contract/api/ids'
import { SeenVersion, Version } from '@fieldwatch/contract/api/version'
import { Sentence } from '@fieldwatch/contract/text/sentence'

/*
 * A codec is the JavaScript with which a vendor of LoRaWAN devices decodes what they send: `decodeUplink(input)`, or the older
 * `Decode(fPort, bytes)` and `Decoder(bytes, port)`. It belongs to a template: the units that share one are devices of one model.
 */

/** The longest codec, in characters: bundles with tables of a vendor have hundreds of thousands. */
export const LONGEST_CODEC = 512 * 1024

const Code = z
  .string()
  .max(LONGEST_CODEC, 'fields.codec-size')
  .refine((code) => code.isWellFormed() && !code.includes('\0'), 'fields.codec-text')

export const getTemplateCodec = defineEndpoint(`GET ${API_BASE}/templates/:id/codec`, {
  scope: 'read',
  tag: 'templates',
  summary: 'The payload codec of a template, empty when there is none',
  params: z.object({ id: TemplateId }),
  reply: envelope(z.object({ code: z.string(), version: Version })),
})

const userEndpoint = endpointsWith({ tag: 'templates' })

export const changeTemplateCodec = userEndpoint(`PUT ${API_BASE}/templates/:id/codec`, {
  summary: 'Give a shared template the payload codec of its devices, or none (admin)',
  params: z.object({ id: TemplateId }),
  body: z.object({ code: Code, version: SeenVersion }),
})

/** Bytes as hexadecimal digits, with or without blanks. */
const Bytes = z
  .string()
  .transform((text) => text.replaceAll(/[\s:-]/g, ''))
  .pipe(z.string().regex(/^(?:[\da-f]{2}){0,512}$/i, 'fields.codec-bytes'))

export const testCodec = userEndpoint(`POST ${API_BASE}/templates/codec/test`, {
  summary: 'Decode some bytes by a codec, and store nothing (admin)',
  body: z.object({ code: Code, bytes: Bytes, port: z.number().int().min(0).max(255) }),
  reply: envelope(
    z.object({
      /** What it decoded; null when it failed. */
      data: z.record(z.string(), z.unknown()).nullable(),
      warnings: z.array(z.string()),
      /** Why it failed; null when it did not. */
      problem: Sentence.nullable(),
    }),
  ),
})
