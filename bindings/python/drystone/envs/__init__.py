"""Environments for reinforcement learning, each as many at once.

Every environment has Gymnasium's vector interface, and works with Gymnasium where it is installed and without it: `reset`
returns observations, `step` takes an array of actions, one row for each world.

>>> from drystone import envs
>>> lander = envs.Lander(num_envs=4)
>>> observations, info = lander.reset(seed=1)
>>> observations.shape
(4, 8)
>>> observations, rewards, terminated, truncated, info = lander.step(lander.action_space.sample())
>>> rewards.shape
(4,)
"""

from ._car_racing import CarRacing as CarRacing
from ._cart_pole import CartPole as CartPole
from ._lander import Lander as Lander
from ._pusher import Pusher as Pusher
from ._spaces import Box as Box, Discrete as Discrete, MultiDiscrete as MultiDiscrete
from ._stacker import Stacker as Stacker
from ._vector import VectorEnv as VectorEnv
from ._walker import Walker as Walker
