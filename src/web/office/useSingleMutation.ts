import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useGate } from '../ui/useGate.ts';

/**
 * As `useMutation`, but `mutate` does nothing while an earlier call is under way: a double click sends nothing twice.
 * What people may ask for again before it is done, such as a like, is for `useMutation` with a `scope`.
 */
export function useSingleMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const mutation = useMutation(options);
  const pass = useGate();
  return {
    ...mutation,
    // What went wrong is in the mutation's state, as with the original.
    mutate: (...given) => pass(() => mutation.mutateAsync(...given).catch(() => {})),
  };
}
