/** Short sounds made on the spot, so that no file has to be loaded. One switch turns them on; off at first. */

export type SoundName = "place" | "recall" | "draw" | "turn" | "refused" | "bell";

/** A tone: pitch in Hz, when it begins and how long it lasts in seconds, and how loud it is. */
type Tone = readonly [hz: number, at: number, lasts: number, loud: number, shape: OscillatorType];

const SOUNDS: Record<SoundName, readonly Tone[]> = {
  place: [[210, 0, 0.06, 0.5, "triangle"], [95, 0, 0.09, 0.5, "sine"]],
  recall: [[320, 0, 0.08, 0.2, "sine"], [220, 0.05, 0.1, 0.2, "sine"]],
  draw: [[140, 0, 0.12, 0.15, "triangle"]],
  turn: [[660, 0, 0.14, 0.3, "sine"], [880, 0.12, 0.17, 0.3, "sine"]],
  refused: [[110, 0, 0.16, 0.5, "triangle"]],
  bell: [[1047, 0, 0.28, 0.25, "sine"], [1568, 0.02, 0.25, 0.12, "sine"]],
};
const KEY = "sounds";
let player: AudioContext | undefined;

export const soundsAreOn = (): boolean => localStorage.getItem(KEY) === "on";

export function turnSounds(on: boolean): void {
  localStorage.setItem(KEY, on ? "on" : "off");
}

export function play(name: SoundName): void {
  if (!soundsAreOn()) {
    return;
  }
  player ??= new AudioContext();
  const begin = player.currentTime + 0.01;
  for (const [hz, at, lasts, loud, shape] of SOUNDS[name]) {
    const tone = player.createOscillator();
    const volume = player.createGain();
    tone.type = shape;
    tone.frequency.value = hz;
    volume.gain.setValueAtTime(0.35 * loud, begin + at);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + at + lasts);
    tone.connect(volume).connect(player.destination);
    tone.start(begin + at);
    tone.stop(begin + at + lasts);
  }
}
