import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useGate } from '../../ui/useGate.ts';

/** `mutate` does nothing during a call. For repeatable actions such as a like, use `useMutation` with a `scope`. */
export function useSingleMutation<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const mutation = useMutation(options);
  const pass = useGate();
  return {
    ...mutation,
    // The mutation's state holds the error, as with `useMutation`.
    mutate: (...given) => pass(() => mutation.mutateAsync(...given).catch(() => {})),
  };
}
