/** From the least to the greatest. Without schemas, so that an address can be read before they are loaded. */
export const INCIDENT_SEVERITIES = ['minor', 'major', 'critical'] as const

/** What a list of incidents is sorted by. */
export const INCIDENT_SORTS = ['created', 'from', 'title', 'severity'] as const
