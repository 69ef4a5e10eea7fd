import { CORE_ENDPOINTS, nameEndpoints } from '@fieldwatch/contract/endpoints'
import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import type { z } from 'zod'
import { ALL_EXTENSIONS } from './extension-settings.ts'

/**
 * Every address of the HTTP API, those of extensions too, by its `operationId`: a verb phrase that never changes, because clients are
 * generated from it. Tests compare the list with what the server registers and with the documents.
 */
export const NAMED_ENDPOINTS: Readonly<Record<string, AnyEndpoint>> = {
  ...CORE_ENDPOINTS,
  ...nameEndpoints(ALL_EXTENSIONS.map(({ endpoints = {} }) => endpoints)),
}

export const ENDPOINTS: readonly AnyEndpoint[] = Object.values(NAMED_ENDPOINTS)

/** The shapes of extensions that have a name in the API document. */
export const SCHEMAS_OF_EXTENSIONS: Readonly<Record<string, z.ZodType>> = Object.assign(
  {},
  ...ALL_EXTENSIONS.map(({ schemas }) => schemas),
)
