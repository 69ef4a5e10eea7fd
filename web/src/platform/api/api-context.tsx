import { createContext, useContext } from 'react'
import type { Api } from './call.ts'

const ApiContext = createContext<Api | undefined>(undefined)

export const ApiProvider = ApiContext.Provider

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (api === undefined) throw new Error('useApi needs an ApiProvider')
  return api
}
