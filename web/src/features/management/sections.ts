import { linkOptions } from '@tanstack/react-router'

/** Parts of Management to which links lead, by the hash of their address. */
export const ANCHORS = {
  health: 'health',
  activation: 'activation',
  token: 'token',
  refused: 'refused-messages',
  paused: 'data-control',
} as const

/** The sections of Management in their order, each with an address of its own. */
const SECTIONS = [
  { label: 'Status', to: '/dashboard/$dataID/management', ofAdmins: false },
  { label: 'Alerts', to: '/dashboard/$dataID/management/alerts', ofAdmins: false },
  { label: 'Requests', to: '/dashboard/$dataID/management/requests', ofAdmins: true },
  { label: 'Data', to: '/dashboard/$dataID/management/data', ofAdmins: true },
  { label: 'Administration', to: '/dashboard/$dataID/management/administration', ofAdmins: true },
] as const

/** The links to the sections that a person may open. */
export function sectionLinks(dataID: string, { isAdmin }: { isAdmin: boolean }) {
  return SECTIONS.filter(({ ofAdmins }) => isAdmin || !ofAdmins).map(({ label, to }) => ({
    label,
    link: linkOptions({ to, params: { dataID }, activeOptions: { exact: true, includeSearch: false } }),
  }))
}
