import type { CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import { createSim, importSimCsv, removeSims, updateSim } from '@fieldwatch/contract/units/sims'
import { useCall } from '#platform/api/use-action.ts'
import { SIMS_KEY } from '#shared/sims/sim-queries.ts'

export type NewSim = CallOf<typeof createSim>['body']
export type SimChange = CallOf<typeof updateSim>['body']
export type SimFile = CallOf<typeof importSimCsv>['body']
export type SimImported = ReplyOf<typeof importSimCsv>['details']

const CHANGE = { rereads: [SIMS_KEY] }

export const useCreateSim = () => useCall(createSim, CHANGE)
export const useUpdateSim = () => useCall(updateSim, CHANGE)
export const useRemoveSims = () => useCall(removeSims, CHANGE)
/** Tells what a file would do, or does it. */
export const useImportSims = () => useCall(importSimCsv, CHANGE)
