import { createContext, use } from 'react'
import type { StepUp } from './step-up-request.ts'

const StepUpContext = createContext<StepUp | undefined>(undefined)

export const StepUpProvider = StepUpContext.Provider

export function useStepUp(): StepUp {
  const stepUp = use(StepUpContext)
  if (stepUp === undefined) throw new Error('useStepUp needs a StepUpProvider')
  return stepUp
}
