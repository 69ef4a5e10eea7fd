import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { detailsQuery } from '@fieldwatch/web/platform/api/details-query.ts'
import { useCall } from '@fieldwatch/web/platform/api/use-action.ts'
import { GALLERY_KEY } from '@fieldwatch/web/shared/units/template-keys.ts'
import { changeTemplateCodec, getTemplateCodec, testCodec } from '../contract/template-codec.ts'

/** The payload codec of a template. */
export function codecQuery(api: Api, id: string) {
  return detailsQuery(api, getTemplateCodec, { queryKey: [...GALLERY_KEY, 'codec', id], params: { id }, staleTime: 0 })
}

/** Decodes some bytes, and stores nothing. */
export const useTestCodec = () => useCall(testCodec)

export const useChangeCodec = (id: string) =>
  useCall(changeTemplateCodec, { params: { id }, rereads: [GALLERY_KEY, ['templates'], ['template'], ['unit']] })
