import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { ENDPOINTS } from '#endpoints.ts'
import type { FastifyInstance } from 'fastify'

/** Asks every address that is for people or for units, with headers that are for neither. Returns what was answered with more than a 401. */
export async function askWholeContract(
  app: FastifyInstance,
  headers: Record<string, string>,
): Promise<{ asked: number; answered: string[] }> {
  const others = ENDPOINTS.filter(({ access }) => access === 'session' || access === 'unit')
  const answered: string[] = []
  for (const endpoint of others) {
    const { statusCode } = await app.inject({ method: endpoint.method, url: concrete(endpoint), headers })
    if (statusCode !== 401) answered.push(`${endpoint.method} ${endpoint.path}: ${statusCode}`)
  }
  return { asked: others.length, answered }
}

function concrete({ path }: AnyEndpoint): string {
  return path
    .replace(':file', 'level.csv')
    .replace(/:(action_id|batchID|jobID)/, '1')
    .replaceAll(/:\w+/g, 'sample')
}
