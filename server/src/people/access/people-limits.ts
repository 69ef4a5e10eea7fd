/** How much people may add, so that one of them cannot fill the portal or have it write to many strangers. */
export interface PeopleLimits {
  /** Sub-entities that one person may add within a day. */
  readonly entitiesPerDay: number
  /** Entities of one organisation: the top one and all below it. */
  readonly entitiesAtMost: number
  /** Users of one entity. */
  readonly usersAtMost: number
  /** Invitations by one person within an hour. */
  readonly invitationsPerHour: number
  /** Invitations by the people of one entity within a day. */
  readonly invitationsPerDay: number
  /** Codes by SMS of the whole portal within an hour. */
  readonly codesPerHour: number
}

export const STANDARD_LIMITS: PeopleLimits = {
  entitiesPerDay: 50,
  entitiesAtMost: 1000,
  usersAtMost: 1000,
  invitationsPerHour: 30,
  invitationsPerDay: 300,
  codesPerHour: 200,
}
