import { getFile } from '@fieldwatch/contract/api/files'
import type { FastifyInstance } from 'fastify'
import { addSendingRoute } from '#platform/http/add-route.ts'
import { FILE_TYPE } from './file-storage.ts'
import type { Images } from './images.ts'

/** Headers that let a file be nothing but a picture, wherever it is opened. */
export const ONLY_A_PICTURE = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline',
}

/** Names are never used again. */
const KEPT = { 'cache-control': 'private, max-age=31536000, immutable' }

/** Serves pictures; they are uploaded together with what they show. */
export function registerFileRoutes(app: FastifyInstance, { images }: { images: Images }): void {
  addSendingRoute(app, getFile, async ({ params, reply }) => {
    const bytes = await images.read(params.file)
    await reply
      .headers({ ...ONLY_A_PICTURE, ...KEPT })
      .type(FILE_TYPE)
      .send(bytes)
  })
}
