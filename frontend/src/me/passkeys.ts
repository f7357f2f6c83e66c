/** Passkeys: between what the server says, which is JSON, and what browsers want, which is bytes. */

import { ask } from "../api";
import { say } from "../texts";

type Json = Record<string, unknown>;

const bytes = (text: unknown): ArrayBuffer =>
  Uint8Array.from(atob(String(text).replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0)).buffer;

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

const described = (listed: unknown): PublicKeyCredentialDescriptor[] =>
  ((listed ?? []) as Json[]).map((each) => ({ ...each, type: "public-key", id: bytes(each["id"]) }));

/** What an authenticator has answered, as JSON. */
function answered(credential: PublicKeyCredential): Json {
  const { response } = credential;
  const fields = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"] as const;
  const given = response as unknown as Record<(typeof fields)[number], ArrayBuffer | null | undefined>;
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: Object.fromEntries(fields.filter((name) => given[name]).map((name) => [name, text(given[name] as ArrayBuffer)])),
  };
}

async function confirmed(asking: Promise<Credential | null>): Promise<Json> {
  const credential = await asking.catch(() => null);
  if (credential === null) {
    throw new Error(say("Nothing was confirmed. You can try again."));
  }
  return answered(credential as PublicKeyCredential);
}

/** Make a passkey on this device, for an account or for the one that is to be called `login`. */
export async function makePasskey(login: string | null): Promise<Json> {
  const options = (await ask("POST /api/passkeys/options", {}, { login })) as Json;
  const user = options["user"] as Json;
  const publicKey = {
    ...options,
    challenge: bytes(options["challenge"]),
    user: { ...user, id: bytes(user["id"]) },
    excludeCredentials: described(options["excludeCredentials"]),
  } as unknown as PublicKeyCredentialCreationOptions;
  return confirmed(navigator.credentials.create({ publicKey }));
}

/** Use a passkey: to log in, or to prove that it is really you. */
export async function usePasskey(): Promise<Json> {
  const options = (await ask("POST /api/passkeys/challenge")) as Json;
  const publicKey = {
    ...options,
    challenge: bytes(options["challenge"]),
    allowCredentials: described(options["allowCredentials"]),
  } as unknown as PublicKeyCredentialRequestOptions;
  return confirmed(navigator.credentials.get({ publicKey }));
}

/** What a passkey made here is called in the list: the browser and the day. */
export function passkeyName(): string {
  const system = /Android|iPhone|iPad|Windows|Macintosh|CrOS|Linux/.exec(navigator.userAgent)?.[0] ?? "";
  return `${system} ${new Date().toISOString().slice(0, 10)}`.trim();
}
