import { removePhone } from '@fieldwatch/contract/people/phone-verification'
import { type SessionUser, updateUsers, type UserChanges } from '@fieldwatch/contract/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import type { PictureChange } from '#ui/pictures/image-field.tsx'
import { USERS_KEY } from '#shared/users/user-queries.ts'
import { ME_KEY } from '#platform/session/me-key.ts'
import { useMe } from '#platform/session/me-queries.ts'
import type { ProfileValues } from './profile-values.ts'
import { uploadPicture } from '../upload-picture.ts'

interface ProfileToSave {
  /** What was changed of the form. */
  changed: Partial<ProfileValues>
  photo: PictureChange
  /** The version that the form was made from. */
  version: number
  /** The own one, for a new address. */
  password?: string | undefined
}

/** Saves the own profile. A phone that was taken out goes at once; another one becomes the phone by verifying it. */
export function useSaveProfile() {
  const api = useApi()
  const me = useMe()
  const refresh = useRefreshMe()
  return useAction({
    once: true,
    mutationFn: async ({ changed: { phone, ...words }, photo, version, password }: ProfileToSave) => {
      const changes = { ...words, ...(await uploadPicture(api, photo, me.id)) }
      if (Object.keys(changes).length > 0)
        await api.call(updateUsers, { body: { userUID: me.id, ...changes, version, password } })
      if (phone === '') await api.call(removePhone, {})
    },
    // Reads the user again in any case, as a failure may have saved a part.
    onSettled: refresh,
  })
}

/** Saves a preference of notifications, the language, the time format or units of measure in place. */
export function useSavePreference() {
  const api = useApi()
  const client = useQueryClient()
  const me = useMe()
  const refresh = useRefreshMe()
  return useAction({
    mutationFn: (changes: Pick<UserChanges, 'notifications' | 'timeFormat' | 'measures' | 'language'>) => {
      // The user may have been read again since the screen was drawn.
      const { id, version } = client.getQueryData<SessionUser>(ME_KEY) ?? me
      return api.call(updateUsers, { body: { userUID: id, ...changes, version } })
    },
    // Shows the newer state after a conflict.
    onSettled: refresh,
  })
}

/** Reads the signed-in user again. */
export function useRefreshMe(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    void client.invalidateQueries({ queryKey: USERS_KEY })
    await client.invalidateQueries({ queryKey: ME_KEY })
  }
}
