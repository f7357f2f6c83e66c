/** That it is really you, for what cannot be undone. */

import type { AccountShown, Proof } from "../protocol";
import { usePasskey } from "./passkeys";

/** The password just typed, or a passkey used now where the account has no password. */
export async function proof(account: AccountShown, password: string): Promise<Proof> {
  return account.has_password ? { password } : { passkey: await usePasskey() };
}
