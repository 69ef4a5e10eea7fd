import { TEMPLATE_FILE_MAX } from '@fieldwatch/contract/template-limits'

export interface ReadFile {
  /** What is in it; undefined when it cannot be sent. */
  readonly content?: object
  /** The name of the template in it. */
  readonly title?: string
  readonly problem?: string
}

/** Reads a file with a template. What is in it the server judges. */
export async function readTemplateFile(file: File): Promise<ReadFile> {
  if (file.size > TEMPLATE_FILE_MAX) return { problem: 'The file is larger than 1 MB.' }
  try {
    const content: unknown = JSON.parse(await file.text())
    if (typeof content !== 'object' || content === null || !('template' in content)) {
      return { problem: 'This is not a template that was exported.' }
    }
    const { template } = content
    const title = typeof template === 'object' && template !== null && 'title' in template ? template.title : undefined
    return { content, ...(typeof title === 'string' ? { title } : {}) }
  } catch {
    return { problem: 'This is not a file of JSON.' }
  }
}
