import { getFile, uploadFile } from '@fieldwatch/contract/files'
import type { UserId } from '@fieldwatch/contract/ids'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#database/database.ts'
import { addRoute, addSendingRoute } from '#http/add-route.ts'
import { success } from '#http/envelope.ts'
import { requireMayUploadProfile } from '#users/user-policy.ts'
import { createUserStore } from '#users/user-store.ts'
import { FILE_TYPE } from './file-storage.ts'
import type { Images } from './images.ts'

interface Dependencies {
  db: Db
  images: Images
}

/** Nothing in a file can load, run or be more than a picture, wherever it is opened. */
const SAFE = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline',
  // A name is never given to another file.
  'cache-control': 'private, max-age=31536000, immutable',
}

/** Pictures that people upload, and see. */
export function registerFileRoutes(app: FastifyInstance, { db, images }: Dependencies): void {
  addRoute(
    app,
    uploadFile,
    async ({ params, body, caller }) => {
      requireMayUploadProfile(caller, await createUserStore(db).find(params.name as UserId))
      return success({ url: await images.store({ kind: 'profile', file: body.file, uploadedBy: caller.userId }) })
    },
    { admit: ({ userId }) => images.requireRoom(userId) },
  )

  addSendingRoute(app, getFile, async ({ params, reply }) => {
    const bytes = await images.read(params.file)
    await reply.headers(SAFE).type(FILE_TYPE).send(bytes)
  })
}
