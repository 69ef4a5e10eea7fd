import { changeTemplateCodec, getTemplateCodec, testCodec } from '../../contract/template-codec.ts'
import type { FastifyInstance } from 'fastify'
import { createTemplateStore } from '@fieldwatch/server/fleet/templates/template-store'
import { requireAdmin } from '@fieldwatch/server/people/access/access-policy'
import { addRoute } from '@fieldwatch/server/platform/http/add-route'
import { done, success } from '@fieldwatch/server/platform/http/envelope'
import { changeCodec, type CodecParts } from './change-codec.ts'
import type { CodecSandbox } from './codec-sandbox.ts'
import { createCodecStore } from './codec-store.ts'

interface Parts extends CodecParts {
  readonly sandbox: CodecSandbox
}

/** A codec of the longest allowed length whose characters take three bytes each, and some that are escaped. */
const MOST_BYTES = 2 * 1024 * 1024

export function registerCodecRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, sandbox, clock } = parts

  addRoute(app, getTemplateCodec, async ({ params: { id }, caller }) => {
    const { version } = await createTemplateStore(db).getTemplate(id, caller)
    return success({ code: (await createCodecStore(db).find(id)) ?? '', version })
  })

  addRoute(
    app,
    changeTemplateCodec,
    { bodyLimit: MOST_BYTES },
    async ({ params: { id }, body: { code }, caller, seen }) => {
      await changeCodec(parts, caller, { id, code, seen })
      return done()
    },
  )

  addRoute(app, testCodec, { bodyLimit: MOST_BYTES }, async ({ body: { code, bytes, port }, caller }) => {
    requireAdmin(caller)
    const codec = { code, owner: `user ${caller.userId}`, entity: caller.entity }
    const result = await sandbox.decode(codec, { bytes: Buffer.from(bytes, 'hex'), port, receivedAt: clock() })
    return success(
      'data' in result
        ? { data: { ...result.data }, warnings: [...result.warnings], problem: null }
        : { data: null, warnings: [], problem: result.problem },
    )
  })
}
