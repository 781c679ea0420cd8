//! The lock around a machine: one locked instruction to take it, a plain store to give it back.
//!
//! The value lies in a box. Whoever takes the box out of its place has the lock, and puts it back
//! to release it. A place that is empty is looked at again after a while, which grows: first on the
//! processor, then having yielded it, then having slept. Nobody is woken, so that there is no
//! wake-up to lose, and a holder that was interrupted gets a processor.
//!
//! A mutex that wakes needs a second locked instruction to give it back, for it must learn whether
//! somebody sleeps; under this lock a post takes less time than that.

use std::ops::{Deref, DerefMut};

use super::sync::{Patience, Place};

/// A value that one thread at a time can see.
#[derive(Debug)]
pub struct Lock<T> {
    place: Place<T>,
}

/// The value while the lock is held.
pub struct Held<'a, T> {
    place: &'a Place<T>,
    /// Always there, until it is dropped.
    value: Option<Box<T>>,
}

impl<T> Lock<T> {
    /// A lock that nobody holds.
    pub fn new(value: T) -> Self {
        Self { place: Place::new(Box::new(value)) }
    }

    /// Waits until the lock can be taken, and takes it.
    #[inline]
    pub fn lock(&self) -> Held<'_, T> {
        let value = self.place.take();
        let value = Some(value.unwrap_or_else(|| self.wait()));
        Held { place: &self.place, value }
    }

    /// Takes the lock if nobody has it, for models in which nobody may try for ever.
    #[cfg(loom)]
    pub fn try_lock(&self) -> Option<Held<'_, T>> {
        let value = self.place.take()?;
        Some(Held { place: &self.place, value: Some(value) })
    }

    #[cold]
    fn wait(&self) -> Box<T> {
        let mut patience = Patience::new();
        loop {
            patience.pass();
            if let Some(value) = self.place.take() {
                return value;
            }
        }
    }
}

impl<T> Deref for Held<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.value.as_ref().expect("it is here until it is dropped")
    }
}

impl<T> DerefMut for Held<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.value.as_mut().expect("it is here until it is dropped")
    }
}

impl<T> Drop for Held<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if let Some(value) = self.value.take() {
            self.place.put(value);
        }
    }
}
