import { createRequiredContext } from '#platform/context/required-context.ts'
import type { Api } from './call.ts'

export const [ApiProvider, useApi] = createRequiredContext<Api>('useApi needs an ApiProvider')
