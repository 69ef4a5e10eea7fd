import { linkOptions } from '@tanstack/react-router'
import { t } from './texts.ts'

/** Parts of Management to which links lead, by the hash of their address. */
export const ANCHORS = {
  health: 'health',
  activation: 'activation',
  token: 'token',
  refused: 'refused-messages',
  paused: 'data-control',
} as const

/** The sections of Management in their order, each with its own address. */
const SECTIONS = [
  { label: 'management.sections.status', to: '/dashboard/$dataID/management', ofAdmins: false },
  { label: 'management.sections.alerts', to: '/dashboard/$dataID/management/alerts', ofAdmins: false },
  { label: 'management.sections.requests', to: '/dashboard/$dataID/management/requests', ofAdmins: true },
  { label: 'management.sections.data', to: '/dashboard/$dataID/management/data', ofAdmins: true },
  { label: 'management.sections.administration', to: '/dashboard/$dataID/management/administration', ofAdmins: true },
] as const

/** The links to the sections that a person may open. */
export function sectionLinks(dataID: string, { isAdmin }: { isAdmin: boolean }) {
  return SECTIONS.filter(({ ofAdmins }) => isAdmin || !ofAdmins).map(({ label, to }) => ({
    label: t(label),
    link: linkOptions({ to, params: { dataID }, activeOptions: { exact: true, includeSearch: false } }),
  }))
}
