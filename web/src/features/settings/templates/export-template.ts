import { TemplateFile, type ListedTemplate } from '@fieldwatch/contract/template-gallery'
import { getTemplate, TemplateDefinition } from '@fieldwatch/contract/templates'
import type { Api } from '#platform/api/call.ts'
import { saveFile } from '#shared/downloads/save-file.ts'

/** Saves a template as a file that can be imported here or elsewhere. */
export async function exportTemplate(api: Api, { id, title }: Pick<ListedTemplate, 'id' | 'title'>): Promise<void> {
  const { details } = await api.call(getTemplate, { params: { id } })
  const template = TemplateDefinition.strip().parse(details)
  const file = TemplateFile.parse({ format: 'fieldwatch-template', formatVersion: 1, template })
  saveFile(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), fileNameOf(title))
}

/** The title as the name of a file, without what file systems do not take. */
export function fileNameOf(title: string): string {
  const words = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  return `${words.slice(0, 80).toWellFormed() || 'template'}.fieldwatch-template.json`
}
