import { createContext, useContext } from 'react'
import type { Session } from './session.ts'

const SessionContext = createContext<Session | undefined>(undefined)

export const SessionProvider = SessionContext.Provider

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('useSession needs a SessionProvider')
  return session
}
