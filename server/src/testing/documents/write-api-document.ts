import { createApiDocument } from '#api-document.ts'

const { json } = await createApiDocument()()
process.stdout.write(`${JSON.stringify(JSON.parse(json.toString()), null, 2)}\n`)
