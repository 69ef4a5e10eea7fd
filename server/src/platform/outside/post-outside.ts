import { notSent } from '@fieldwatch/messages/server-sentences'
import type { IncomingMessage } from 'node:http'
import { type OutsideRequest, requestOutside } from './request-outside.ts'

/** What a receiver answered. */
export interface OutsideAnswer {
  readonly status: number
  /** Its beginning, of what can be shown. */
  readonly text: string
}

const ANSWER_BYTES = 2 * 1024
const SHOWN = 200

/** Posts a body. Of the answer no more is read than is shown. @throws Unreached */
export function postOutside(asked: Omit<OutsideRequest, 'method'>): Promise<OutsideAnswer> {
  return requestOutside({ ...asked, method: 'POST' }, async (response) => ({
    status: response.statusCode ?? 0,
    text: shownText(await readBeginning(response, ANSWER_BYTES)),
  }))
}

/** As much of an answer as has so many bytes. */
export async function readBeginning(response: IncomingMessage, most: number): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
    if (length >= most) break
  }
  return Buffer.concat(pieces).subarray(0, most).toString()
}

/** What can be shown of an answer to a person: one line of it. */
export function shownText(text: string): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, SHOWN)
    .toWellFormed()
}

/** What is wrong with an answer, as a sentence; undefined: it was taken. */
export function problemOf({ status, text }: OutsideAnswer): string | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status >= 300 && status < 400) return notSent('not-sent.outside.redirect', { status })
  if (text === '') return notSent('not-sent.outside.status', { status })
  return notSent('not-sent.outside.said', { status, answer: text })
}
