import { type ApiContract, apiCalls, apiContract } from '../src/shared/api.contract.ts';
import type { Call } from '../src/shared/contract.ts';

const isCall = (key: string): key is keyof ApiContract => key in apiContract;
export const calls = Object.keys(apiContract).filter(isCall);
export const callOf = (key: keyof ApiContract): Call => apiCalls[key];

/** The key of a call, with these values in its path. */
export function pathOf(key: string, params: object = {}): string {
  const values = new Map(Object.entries(params));
  return key.replace(/:(\w+)/g, (_, name: string) => String(values.get(name)));
}
